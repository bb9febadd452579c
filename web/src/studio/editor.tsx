// The editor: CodeMirror in its own root, since the page allows only style sheets that are files of the server.
import { acceptCompletion, autocompletion, closeCompletion, moveCompletionSelection } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "preact/hooks";
import type { BookFault } from "../api-types";
import { blocksAt, colours, rulebook } from "./language";

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--sheet)", fontSize: "15px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace", lineHeight: "1.6", overflow: "auto" },
  ".cm-content": { padding: "16px 0 40vh", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 24px 0 8px" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--ink-soft)", border: "0", fontSize: "12px" },
  ".cm-lineNumbers .cm-gutterElement": { paddingTop: "2px" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 7%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--accent)" },
  ".cm-cursor": { borderLeft: "2px solid var(--accent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "color-mix(in srgb, var(--accent) 24%, transparent)" },
  ".cm-tooltip": { backgroundColor: "var(--sheet)", color: "var(--ink)", border: "1px solid var(--line-strong)", borderRadius: "6px", fontFamily: "var(--sans)", maxWidth: "min(90vw, 440px)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent)", color: "var(--on-accent)" },
  ".cm-diagnostic": { padding: "8px 12px", borderLeft: "4px solid var(--bad)", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--even)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad)", textUnderlineOffset: "4px" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--even)", textUnderlineOffset: "4px" },
  ".cm-panels": { backgroundColor: "var(--sunk)", color: "var(--ink)" },
  ".tok-heading": { fontFamily: "var(--serif)", fontSize: "1.3em", color: "var(--accent)", fontWeight: "600" },
  ".tok-kind": { color: "var(--accent)", fontWeight: "700" },
  ".tok-word": { color: "var(--accent)" },
  ".tok-dice": { color: "var(--bad)", fontWeight: "600" },
  ".tok-number": { color: "var(--good)" },
  ".tok-string": { color: "var(--ink-soft)", fontStyle: "italic" },
  ".tok-sign": { color: "var(--line-strong)" },
  ".tok-note": { color: "var(--ink-soft)" },
  ".tok-rule": { color: "var(--accent)", textDecoration: "underline dotted" },
  ".tok-strong": { fontWeight: "700" },
});

// When several lines are replaced by typing, the browser makes elements with inline styles, which the page does not
// allow: they are replaced here.
const typing = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    if (event.inputType !== "insertText" || event.data === null || view.state.selection.main.empty || view.composing) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

// Enter always begins a new line: a suggestion is accepted with Tab, which otherwise leaves the editor.
const choosing = [
  { key: "Tab", run: acceptCompletion },
  { key: "ArrowDown", run: moveCompletionSelection(true) },
  { key: "ArrowUp", run: moveCompletionSelection(false) },
  { key: "Escape", run: closeCompletion },
];

export interface Desk {
  goto: (line: number) => void;
  replace: (text: string) => void;
}

interface Props {
  text: string;
  faults: BookFault[];
  onChange: (text: string) => void;
  onLine: (line: number) => void;
  desk: (desk: Desk) => void;
}

export function Editor({ text, faults, onChange, onLine, desk }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const calls = useRef({ onChange, onLine });
  calls.current = { onChange, onLine };
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: "open" });
    const made = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          autocompletion({ override: [blocksAt], defaultKeymap: false }),
          lintGutter(),
          typing,
          rulebook,
          colours,
          theme,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": "Text of the rulebook", spellcheck: "true", tabindex: "0" }),
          keymap.of([...choosing, ...defaultKeymap, ...searchKeymap, ...historyKeymap]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) calls.current.onChange(update.state.doc.toString());
            if (update.selectionSet || update.docChanged) calls.current.onLine(update.state.doc.lineAt(update.state.selection.main.head).number);
          }),
        ],
      }),
    });
    view.current = made;
    // The list of faults takes room from below: the cursor stays in view, if it was.
    let height = made.scrollDOM.clientHeight;
    const room = new ResizeObserver(() => {
      const now = made.scrollDOM.clientHeight;
      const caret = made.coordsAtPos(made.state.selection.main.head);
      const top = made.scrollDOM.getBoundingClientRect().top;
      if (caret && caret.bottom > top + now && caret.bottom <= top + height) made.dispatch({ effects: EditorView.scrollIntoView(made.state.selection.main.head) });
      height = now;
    });
    room.observe(made.scrollDOM);
    desk({
      goto: (line) => {
        const at = made.state.doc.line(Math.min(Math.max(1, line), made.state.doc.lines));
        made.dispatch({ selection: { anchor: at.from }, effects: EditorView.scrollIntoView(at.from, { y: "center" }) });
        made.focus();
      },
      replace: (next) => made.dispatch({ changes: { from: 0, to: made.state.doc.length, insert: next }, selection: { anchor: 0 } }),
    });
    return () => {
      room.disconnect();
      made.destroy();
    };
  }, []);
  useEffect(() => {
    const made = view.current;
    if (!made) return;
    const { doc } = made.state;
    const marks = faults.map((fault) => {
      const line = doc.line(Math.min(Math.max(1, fault.line), doc.lines));
      const from = Math.min(line.from + Math.max(0, fault.column - 1), line.to);
      const word = /^[\w.]+/.exec(doc.sliceString(from, line.to))?.[0].length ?? 0;
      const message = fault.suggestion ? `${fault.message}\n${fault.suggestion}` : fault.message;
      return { from, to: Math.max(from, Math.min(line.to, from + Math.max(1, word))), severity: fault.severity, message };
    });
    made.dispatch(setDiagnostics(made.state, marks));
  }, [faults]);
  return <div class="editor" ref={host} />;
}
