// The parts of the table that are needed only once something is opened, in one script with their styles.
import { adopt } from "../lazy_style";
import style from "./lazy_parts.lazy.css";

adopt(style);

export { ActForm } from "./act_form";
export { BoardText } from "./board_text";
export { Decisions } from "./decide";
export { Invite, SecondDevice } from "./invite";
export { Landing } from "./choose_character";
export { LuckReport } from "./luck";
export { MasterPanel } from "./master_panel";
export { Notes } from "./notes";
export { sha256, verify } from "./verify";
export { AdviceReport, CourseReport } from "./winning";
