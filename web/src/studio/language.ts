// Highlighting of a rulebook: prose stays prose, and blocks stand out from it.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { snippetCompletion } from "@codemirror/autocomplete";
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { tags } from "@lezer/highlight";

const KINDS = "sheet|dice|deck|roll|table|action|fight|option|exception|example|question";
const FENCE = new RegExp(`^\\s{0,3}\`\`\`+\\s*(${KINDS})\\b`);
const WORDS =
  /^(?:when|otherwise|roll|keep|highest|lowest|reroll|explode|again|repeats|of|until|at most|choose|show|change|by|set|to|needs|costs|track|spread|points|over|foes|order|actions|out|health|measure|turn|draw|from|count|min|max|abs|if|else|and|or|not|is|yes|no|character|odds|mean|rounded|up|as|copies|option)\b/;

interface Where {
  front: "before" | "in" | "after";
  block: boolean;
}

export const rulebook = StreamLanguage.define<Where>({
  name: "rulebook",
  startState: () => ({ front: "before", block: false }),
  token(stream, state) {
    if (stream.sol() && stream.match(/^\+\+\+\s*$/)) {
      state.front = state.front === "before" ? "in" : "after";
      return "meta";
    }
    if (state.front === "in") {
      if (stream.sol() && stream.match(/^[a-z]+(?=\s*=)/)) return "propertyName";
      if (stream.match(/^"[^"]*"/)) return "string";
      if (stream.match(/^\d+/)) return "number";
      stream.next();
      return null;
    }
    if (stream.sol() && stream.match(/^\s{0,3}```/, false)) {
      const opens = !state.block;
      state.block = opens && stream.match(FENCE, false) !== null;
      if (opens && state.block) {
        stream.match(/^\s{0,3}```+\s*/);
        stream.match(/^[a-z]+/);
        return "keyword";
      }
      stream.skipToEnd();
      return "keyword";
    }
    return state.block ? inBlock(stream) : inProse(stream);
  },
});

type Stream = Parameters<Parameters<typeof StreamLanguage.define>[0]["token"]>[0];

function inBlock(stream: Stream): string | null {
  if (stream.sol() && stream.match(/^\s*#.*/)) return "comment";
  if (stream.match(/^"[^"]*"/)) return "string";
  if (stream.match(/^\d*d\d+\b/)) return "atom";
  if (stream.match(/^-?\d+(?:\.\.-?\d+)?/)) return "number";
  if (stream.match(/^(?:\|[-|: ]*|->|[<>!]=|[<>=+*/-])/)) return "operator";
  if (stream.match(WORDS)) return "typeName";
  if (stream.match(/^[A-Za-z_][\w.]*/)) return null;
  stream.next();
  return null;
}

function inProse(stream: Stream): string | null {
  if (stream.sol() && stream.match(/^#{1,6}\s.*/)) return "heading";
  if (stream.match(/^\{(?:odds|mean) [^}]*\}/)) return "atom";
  if (stream.match(/^\*\*[^*]+\*\*/)) return "strong";
  if (stream.match(/^\b[A-Z][A-Z0-9]{0,7}-[A-Z]?\d{1,4}\b/)) return "link";
  if (stream.match(/^[\w ,.;:'’-]+?(?=[A-Z][A-Z0-9]{0,7}-[A-Z]?\d|\{|\*|$)/)) return null;
  stream.next();
  return null;
}

export const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.heading, class: "tok-heading" },
    { tag: tags.keyword, class: "tok-kind" },
    { tag: tags.typeName, class: "tok-word" },
    { tag: tags.atom, class: "tok-dice" },
    { tag: tags.number, class: "tok-number" },
    { tag: tags.string, class: "tok-string" },
    { tag: tags.operator, class: "tok-sign" },
    { tag: tags.comment, class: "tok-note" },
    { tag: tags.propertyName, class: "tok-word" },
    { tag: tags.meta, class: "tok-note" },
    { tag: tags.link, class: "tok-rule" },
    { tag: tags.strong, class: "tok-strong" },
  ]),
);

const BLOCKS: [string, string, string][] = [
  ["roll", "dice and a table of results", 'roll ${check}(${score}: 0..6 = 3 "what it is")\nthrow = roll ${2d6}\n| when                | result  |\n|---------------------|---------|\n| throw + ${score} >= 10 | success |\n| otherwise           | failure |\n```'],
  ["sheet", "what a character has", 'sheet\n${might}: 1..5 = 3 "might"\n${hp}: track 0..8 = 8\n```'],
  ["action", "something done at the table", "action ${strike}(target: foe)\nblow = roll ${check}\n| when                  | target.${hp} | result |\n|-----------------------|-----------|--------|\n| blow.result = success | - 2       | hit    |\n| otherwise             |           | miss   |\n```"],
  ["fight", "who begins, who is out", "fight\norder: ${might}\nout when: ${hp} = 0\nhealth: ${hp}\n```"],
  ["example", "dice that must give a result", "example\n${check}, dice ${4 4} -> ${success}\ncharacter ${Ada}: ${might}=3\n```"],
  ["question", "a figure to keep an eye on", "question ${How good is a beginner?}\nodds ${check} : ${success}\n```"],
  ["table", "a random table", "table ${omen} d6\n| 1-5 | nothing |\n| 6   | a bell  |\n```"],
  ["deck", "cards drawn without replacement", "deck ${road}\n| card | copies |\n|------|--------|\n| safe | 6      |\n| toll | 3      |\n```"],
  ["dice", "dice with symbols", "dice ${fate}\n| face | star |\n|------|------|\n| 1-3  | 0    |\n| 4-6  | 1    |\n```"],
  ["option", "a rule that tables choose", "option ${dawn} \"when the night ends\"\n| value | meaning          |\n|-------|------------------|\n| early | after two fights |\n| late  | after three      |\n```"],
  ["exception", "a numbered rule changed", "exception ${XX-1} option ${veterans}\n| ${throw >= 12} | ${success} |\n```"],
];

const offered: Completion[] = BLOCKS.map(([label, detail, text]) => snippetCompletion(text, { label, detail, type: "keyword" }));

/** The kinds of blocks, after three backquotes. */
export function blocksAt(context: CompletionContext): CompletionResult | null {
  const found = context.matchBefore(/^```[a-z]*/);
  return found ? { from: found.from + 3, options: offered, validFor: /^[a-z]*$/ } : null;
}
