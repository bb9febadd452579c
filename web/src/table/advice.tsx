// What is best now, and how the fight went: folded away, and worked out once opened.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { lazy } from "../parts/lazy";
import type { TableLink } from "./link";
import type { Picked } from "./picking";

const AdviceReport = lazy(() => import("./lazy_parts").then((module) => module.AdviceReport), 1);
const CourseReport = lazy(() => import("./lazy_parts").then((module) => module.CourseReport), 1);

/** Whether the one who looks may know how a fight stands; odds would reveal hidden sheets. */
const mayKnow = (link: TableLink): boolean => link.as.value === "" && link.at.value === null && !link.hides(link.view.value?.fight?.order ?? []);

/** Something that is drawn once it is opened. */
export function Folded({ words, children }: { words: string; children: () => ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="small advice" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words}</summary>
      {open && children()}
    </details>
  );
}

interface Props {
  link: TableLink;
  who: string;
  pending?: string;
  onPick?: ((picked: Picked) => void) | undefined;
}

export function Advice({ link, who, pending = "", onPick }: Props) {
  if (!mayKnow(link) || !link.view.value!.settings.advice || !link.plays(who)) return null;
  return <Folded words={pending ? "Which is best?" : "What is best now?"}>{() => <AdviceReport link={link} who={who} pending={pending} onPick={onPick} />}</Folded>;
}

export function Course({ link }: { link: TableLink }) {
  return mayKnow(link) ? <Folded words={link.view.value?.fight?.over ? "How it went" : "How it is going"}>{() => <CourseReport link={link} />}</Folded> : null;
}
