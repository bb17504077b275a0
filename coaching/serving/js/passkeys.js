// Passkeys: what the server asks is handed to the browser, and what the browser answers, back.

import { ask } from "./request.js";

export class Refused extends Error {
  constructor(status, seconds) { super(String(status)); Object.assign(this, { status, seconds }); }
}
const taken = async (answer) => {
  if (!answer.ok) throw new Refused(answer.status, Number(answer.headers.get("Retry-After") ?? 0));
  return answer;
};
const optionsOf = async (path) => (
  (await (await taken(await ask("POST", `${path}/options`, {}))).json()).publicKey
);
export const canUse = () => Boolean(window.PublicKeyCredential?.parseRequestOptionsFromJSON);

// The browser's answers: a new passkey, and the signature of one it has.
export const created = async (path) => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await optionsOf(path));
  return (await navigator.credentials.create({ publicKey })).toJSON();
};
export const signed = async (path) => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await optionsOf(path));
  return (await navigator.credentials.get({ publicKey })).toJSON();
};

export const make = async (path, name) => {
  await taken(await ask("POST", path, { credential: await created(path), name }));
};
export const answer = async (path) => {
  await taken(await ask("POST", path, { credential: await signed(path) }));
};

// What went wrong, as the end of a text's name; who closes the browser's question needs no word.
export const wrong = (error) => {
  if (error.name === "NotAllowedError" || error.name === "AbortError") return "";
  if (error.name === "InvalidStateError") return "known";
  if (error.name === "SecurityError") return "elsewhere";
  return { 400: "wrong", 401: "wrong", 402: "full", 403: "wrong", 429: "often" }[error.status] ?? "failed";
};
