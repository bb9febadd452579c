// Only the compiler reads this: what the server says it sends fits what the app reads.
import type * as Api from "./api-types";
import type { Game, GameCard } from "./games";
import type { Offer, Told, View, Wait } from "./table/shapes";
import type { Advised, Chance, Compared, Creation, Figure, Kind, Odds, Parameter, Rule, Step, Swept } from "./types";

type Fits<Sent extends Read, Read> = Sent;

export type Checked = [
  Fits<Api.GameTold, GameCard>,
  Fits<Api.Described, Game>,
  Fits<Api.Kind, Kind>,
  Fits<Api.Taken, Parameter>,
  Fits<Api.Segment, Chance>,
  Fits<Api.FigureTold, Figure>,
  Fits<Api.OddsTold, Odds>,
  Fits<Api.Compared, Compared>,
  Fits<Api.Swept, Swept>,
  Fits<Api.BestPlay, Advised>,
  Fits<Api.RuleTold, Rule>,
  Fits<Api.Step, Step>,
  Fits<Api.Creation, Creation>,
  Fits<Api.View, View>,
  Fits<Api.EventSeen, Told>,
  Fits<Api.OfferSeen, Offer>,
  Fits<Api.Waits, Wait>,
];
