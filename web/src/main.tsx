import { render } from "preact";
import type { ComponentChildren, ComponentType } from "preact";
import { Boundary } from "./parts/boundary";
import { lazy } from "./parts/lazy";
import { Page } from "./parts/shell";
import { Lost } from "./pages/lost";
import { watchLinks, where } from "./route";
import "./style.css";
import "./parts/dice.css";
import "./parts/parts.css";
import "./pages/pages.css";
import "./table/table.css";

// Each page is loaded when it is opened. Styles are loaded at once, but for the late ones, which are text in the script of their page.
const page = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazy(load, 3, (waiting: ComponentChildren) => <Page title="Rulewright">{waiting}</Page>);
const Home = page(() => import("./pages/home").then((found) => found.Home));
const Play = page(() => import("./pages/play").then((found) => found.default));
const Join = page(() => import("./pages/join").then((found) => found.default));
const Tv = page(() => import("./pages/tv").then((found) => found.default));
const TablePage = page(() => import("./table/page").then((found) => found.default));
const Explorer = page(() => import("./pages/explorer").then((found) => found.default));
const Characters = page(() => import("./pages/characters").then((found) => found.default));
const Builder = page(() => import("./pages/builder").then((found) => found.default));
const Studio = page(() => import("./studio/page").then((found) => found.default));
const RulesPage = page(() => import("./pages/rules").then((found) => found.default));

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

function Whole() {
  return (
    <Boundary path={where.value.path}>
      <App />
    </Boundary>
  );
}

watchLinks();
render(<Whole />, document.getElementById("app")!);
