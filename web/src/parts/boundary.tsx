// An error boundary: when drawing a page fails, the page says so instead of staying empty.
import { Component, type ComponentChildren } from "preact";
import { Broken } from "../pages/lost";

interface Props {
  /** The address; a new one tries again. */
  path: string;
  children: ComponentChildren;
}

export class Boundary extends Component<Props, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static override getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidUpdate(before: Props): void {
    if (before.path !== this.props.path && this.state.error !== undefined) this.setState({ error: undefined });
  }

  override render(): ComponentChildren {
    return this.state.error === undefined ? this.props.children : <Broken error={this.state.error} />;
  }
}
