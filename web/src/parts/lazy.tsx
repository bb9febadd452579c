// Parts of a page that are loaded when they are first shown: the page appears sooner without them.
import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Skeleton } from "./shell";

/** A component whose script is loaded with its first use; until then `frame` stands around a skeleton. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>, lines = 3, frame = (waiting: ComponentChildren): ComponentChildren => waiting): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  return (props: Props) => {
    const [failed, setFailed] = useState<unknown>();
    const [, setLoaded] = useState(Part !== undefined);
    useEffect(() => {
      if (Part) return;
      load().then((part) => {
        Part = part;
        setLoaded(true);
      }, setFailed);
    }, []);
    // the error boundary of the page says so
    if (failed !== undefined) throw failed;
    return Part ? <Part {...props} /> : <>{frame(<Skeleton lines={lines} />)}</>;
  };
}
