// A missing or broken page: what happened, that nothing was lost, and where to go.
import { Page } from "../parts/shell";

export function Lost() {
  return (
    <Page title="Not found">
      <div class="stack">
        <h1 tabIndex={-1}>There is nothing here</h1>
        <p class="lead">The link may be old, or a table may have been removed. Nothing was lost.</p>
        <p class="row">
          <a class="button primary" href="/">
            See all games
          </a>
          <a class="button" href="/play">
            Open a table
          </a>
          <a class="button" href="/odds">
            What are my odds?
          </a>
        </p>
      </div>
    </Page>
  );
}

/** A page that could not be shown: usually the server was upgraded while this page was open. */
export function Broken({ error }: { error: unknown }) {
  return (
    <Page title="Something broke">
      <div class="stack">
        <h1 tabIndex={-1}>This page could not be shown</h1>
        <p class="lead">
          The server may have restarted, or cannot be reached. Tables keep everything that was played, and your characters are still in
          this browser.
        </p>
        <p class="row">
          <button type="button" class="primary" onClick={() => location.reload()}>
            Load it again
          </button>
          <a class="button" href="/">
            See all games
          </a>
        </p>
        <details>
          <summary>Details from the browser</summary>
          <p class="small">{error instanceof Error ? error.message : String(error)}</p>
        </details>
      </div>
    </Page>
  );
}
