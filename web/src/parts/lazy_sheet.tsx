// A sheet whose script is loaded when there is one to draw: the first load of a page does without it.
import type { ComponentProps } from "preact";
import { useAsked } from "../ask";
import type { SheetView } from "./sheet";

export function Sheet(props: ComponentProps<typeof SheetView>) {
  const View = useAsked(() => import("./sheet"), []).value?.SheetView;
  return View ? <View {...props} /> : null;
}
