// Parts of a page that are loaded when they are first shown: the page appears sooner without them.
import type { ComponentType } from "preact";
import { lazy, Suspense } from "preact/compat";
import { Skeleton } from "./shell";

/** A component whose script is loaded with its first use. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>, lines = 3): ComponentType<Props> {
  const Part = lazy(() => load().then((part) => ({ default: part }))) as ComponentType<Props>;
  return (props: Props) => (
    <Suspense fallback={<Skeleton lines={lines} />}>
      <Part {...props} />
    </Suspense>
  );
}
