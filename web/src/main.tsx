import { render } from "preact";
import { lazy, Suspense } from "preact/compat";
import { Boundary } from "./parts/boundary";
import { Page, Skeleton } from "./parts/shell";
import { Lost } from "./pages/lost";
import { watchLinks, where } from "./route";
import "./style.css";
import "./parts/parts.css";
import "./pages/pages.css";
import "./table/table.css";

// Each page is loaded when it is opened. Styles are loaded all at once: they
// are small, and a style that a later page brings along would not be loaded with it.
const Home = lazy(() => import("./pages/home").then(({ Home: page }) => ({ default: page })));
const Play = lazy(() => import("./pages/play"));
const Join = lazy(() => import("./pages/join"));
const Tv = lazy(() => import("./pages/tv"));
const TablePage = lazy(() => import("./table/page"));
const Explorer = lazy(() => import("./pages/explorer"));
const Characters = lazy(() => import("./pages/characters"));
const Builder = lazy(() => import("./pages/builder"));
const Studio = lazy(() => import("./studio/page"));
const RulesPage = lazy(() => import("./pages/rules"));

function App() {
  const [, first = "", second = ""] = where.value.path.split("/");
  switch (first) {
    case "":
      return <Home />;
    case "play":
      return <Play game={second} />;
    case "join":
      return <Join />;
    case "table":
      return second ? <TablePage key={second} table={second} /> : <Lost />;
    case "tv":
      return <Tv table={second} />;
    case "odds":
      return <Explorer game={second} />;
    case "characters":
      return second ? <Builder key={second} game={second} /> : <Characters />;
    case "studio":
      return <Studio id={decodeURIComponent(second)} />;
    case "rules":
      return <RulesPage game={second} />;
    default:
      return <Lost />;
  }
}

const waiting = (
  <Page title="Rulewright">
    <Skeleton />
  </Page>
);

function Whole() {
  return (
    <Boundary path={where.value.path}>
      <Suspense fallback={waiting}>
        <App />
      </Suspense>
    </Boundary>
  );
}

watchLinks();
render(<Whole />, document.getElementById("app")!);
