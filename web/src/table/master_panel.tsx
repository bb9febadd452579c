// The panels of the GM's strip, of which one is open at a time.
import type { GameDescription } from "../api-types";
import { Ask } from "./master_ask";
import { Invitations, Seats } from "./master_seats";
import { Rulings, TableSettings } from "./master_settings";
import type { Panel, Runs } from "./master";
import { Notes } from "./notes";

export function MasterPanel({ panel, link, game, run }: Runs & { panel: Panel; game: GameDescription }) {
  switch (panel) {
    case "ask":
      return <Ask link={link} game={game} />;
    case "notes":
      return <Notes link={link} />;
    case "seats":
      return (
        <div class="panels">
          <Invitations link={link} />
          <Seats link={link} run={run} />
        </div>
      );
    case "rulings":
      return <Rulings link={link} run={run} />;
    case "table":
      return <TableSettings link={link} run={run} />;
  }
}
