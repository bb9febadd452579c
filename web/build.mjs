// Builds the app into the folder given as the first argument: one hashed script, its styles and
// fonts, and the page that loads them. No file names another host.
import { build } from "esbuild";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "dist");

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
  // The studio's styles are text in its own script: the styles of all other pages come with the first.
  loader: { ".studio.css": "text", ".woff2": "file", ".woff": "empty", ".svg": "file" },
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
