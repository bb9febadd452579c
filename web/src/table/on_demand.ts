// The parts of the table that are needed only once something is opened, in one script.
export { ActForm } from "./act_form";
export { Decisions } from "./decide";
export { Invite } from "./invite";
export { LuckReport } from "./luck";
export { MasterPanel } from "./master_panel";
export { Notes } from "./notes";
export { sha256, verify } from "./verify";
