// Builds the app into the folder given as the first argument: one hashed script, its styles and
// fonts, and the page that loads them. No file names another host.
import { build } from "esbuild";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import subset from "subset-font";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "dist");

// The characters that nearly every page shows come in small fonts; a page that shows another, such as an accent, loads
// the package's own file as well. Faces declared later go first, so these follow the packages' in style.css.
const COMMON = [[0x20, 0x7e], [0xa0], [0xb1], [0xb7], [0xd7], [0xf7], [0x2013, 0x2014], [0x2018, 0x2019], [0x201c, 0x201d], [0x2022], [0x2026], [0x2039, 0x203a], [0x2191], [0x2193], [0x2212]];
const FACES = {
  sans: { family: "Inter Variable", weight: "100 900", file: "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2", keepFeatures: ["kern", "tnum"], variationAxes: { wght: { min: 400, max: 700 } } },
  serif: { family: "Source Serif 4", weight: "400", file: "@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2", keepFeatures: ["kern", "liga", "lnum", "tnum"] },
};
const hex = (code) => code.toString(16);
const range = COMMON.map(([first, last = first]) => `U+${hex(first)}-${hex(last)}`).join();
const letters = COMMON.flatMap(([first, last = first]) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))).join("");
const commonFonts = {
  name: "common fonts",
  setup(builder) {
    builder.onResolve({ filter: /^common-fonts/ }, ({ path }) => ({ path, namespace: "common-fonts" }));
    builder.onLoad({ filter: /^common-fonts$/, namespace: "common-fonts" }, () => ({
      loader: "css",
      contents: Object.entries(FACES)
        .map(([name, { family, weight }]) => `@font-face{font-family:"${family}";font-display:swap;font-weight:${weight};src:url(common-fonts/${name}.woff2) format("woff2");unicode-range:${range}}`)
        .join(""),
    }));
    builder.onLoad({ filter: /woff2$/, namespace: "common-fonts" }, async ({ path }) => {
      const { file, keepFeatures, variationAxes } = FACES[basename(path, ".woff2")];
      const whole = await readFile(join(here, "node_modules", file));
      return { loader: "file", contents: await subset(whole, letters, { targetFormat: "woff2", noHinting: true, keepFeatures, variationAxes }) };
    });
  },
};

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

const built = await build({
  absWorkingDir: here,
  entryPoints: { app: "src/main.tsx" },
  outdir: out,
  entryNames: "assets/[name]-[hash]",
  chunkNames: "assets/[name]-[hash]",
  assetNames: "assets/[name]-[hash]",
  publicPath: "/",
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  jsx: "automatic",
  jsxImportSource: "preact",
  // Late styles are text in the script of their own page; all others come with the first load.
  loader: { ".lazy.css": "text", ".woff2": "file", ".woff": "empty", ".svg": "file" },
  plugins: [commonFonts],
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});

const outputs = Object.keys(built.metafile.outputs).map((file) => relative(out, join(here, file)));
const entry = Object.entries(built.metafile.outputs).find(([, made]) => made.entryPoint === "src/main.tsx");
const script = `assets/${basename(entry[0])}`;
const style = outputs.find((file) => /assets\/app-[^/]*\.css$/.test(file));

const page = await readFile(join(here, "index.html"), "utf8");
await writeFile(join(out, "index.html"), page.replaceAll("{{script}}", `/${script}`).replaceAll("{{style}}", `/${style}`));

// Scripts and styles compressed for browsers that accept Brotli: a tenth smaller than what the server compresses itself.
for (const file of outputs.filter((name) => /\.(js|css)$/.test(name))) await writeFile(join(out, `${file}.br`), brotliCompressSync(await readFile(join(out, file))));

// The licences of all bundled packages, in one file.
const packages = new Set(Object.keys(built.metafile.inputs).flatMap((file) => file.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.slice(1) ?? []));
const licences = [];
for (const name of [...packages].sort()) {
  const folder = join(here, "node_modules", name);
  const found = (await readdir(folder)).find((file) => /^(licen[cs]e|ofl)/i.test(file));
  if (!found) throw new Error(`${name} comes without a licence`);
  licences.push(`# ${name}\n\n${(await readFile(join(folder, found), "utf8")).trim()}\n`);
}
await writeFile(join(out, "licences.txt"), licences.join("\n\n"));
