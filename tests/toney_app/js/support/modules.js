// Loads the page's modules as a browser would: each page has its own copies of them, with its own
// document, storage and streams. What Python generates is where the environment says.

import { existsSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

// A weakened build has a folder with the modules that it changes.
const folderIn = (name) => pathToFileURL(`${process.env[name]}/`);
const FOLDERS = [
  ...process.env.WEAKENED_JS ? [folderIn("WEAKENED_JS")] : [],
  ...["toney_app", "coaching/serving", "admin_app"].map(
    (name) => new URL(`../../../../${name}/js/`, import.meta.url),
  ),
  folderIn("GENERATED_JS"),
];
const REACT = new URL("react.js", import.meta.url).href;
const PACKAGES = new Set(["react", "react-router"]);
const SERVER = "server";

const pages = new Map();
globalThis.pageOfModule = (id) => pages.get(id);

export const fileOf = (name) => {
  const found = FOLDERS.map((folder) => new URL(name, folder)).find((file) => existsSync(file));
  if (!found) throw new Error(`no module ${name}`);
  return found;
};
const pageOf = (url) => new URL(url).searchParams.get("page");
const globalsOf = (id) => (
  id === SERVER ? "" : `const { ${Object.keys(pages.get(id)).join(", ")} } = pageOfModule("${id}");`
);

registerHooks({
  resolve: (name, context, next) => {
    const page = context.parentURL?.startsWith("file:") && pageOf(context.parentURL);
    if (!page) return next(name, context);
    if (PACKAGES.has(name)) return { url: REACT, format: "module", shortCircuit: true };
    const url = `${fileOf(name).href}?page=${page}`;
    return { url, format: "module", shortCircuit: true };
  },
  load: (url, context, next) => {
    const page = url.startsWith("file:") && pageOf(url);
    if (!page) return next(url, context);
    const code = readFileSync(new URL(url), "utf-8");
    // On the first line, so that the lines of an error are right.
    const around = `import.meta.env = { SSR: ${page === SERVER} }; ${globalsOf(page)}`;
    return { format: "module", shortCircuit: true, source: `${around} ${code}` };
  },
});

const load = (name, id) => import(`${fileOf(`./${name}.js`).href}?page=${id}`);

// A loader of modules for a page with these globals.
export const loaderFor = (globals) => {
  const id = `page${pages.size + 1}`;
  pages.set(id, globals);
  return (name) => load(name, id);
};
export const loadOnServer = (name) => load(name, SERVER);
