// Requests to the server. Every rule, all odds and every refusal come from there.

export class Refusal extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly rule = "",
    readonly last = 0,
  ) {
    super(message);
  }
}

/** Plain data with fields that only the game knows: parameters, options, a sheet. */
export type Values = Record<string, unknown>;

const ROOT = "/api/v1";

type Query = Record<string, string | number | undefined>;

export async function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return send<T>("GET", path + (search ? `?${search}` : ""), undefined, signal);
}

export const post = <T>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<T> =>
  send<T>("POST", path, body, signal);
export const put = <T>(path: string, body: unknown): Promise<T> => send<T>("PUT", path, body);
export const patch = <T>(path: string, body: unknown): Promise<T> => send<T>("PATCH", path, body);
export const remove = <T>(path: string): Promise<T> => send<T>("DELETE", path);

async function send<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(ROOT + path, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === "AbortError") throw problem;
    throw new Refusal("The server cannot be reached. Nothing was lost; try again in a moment.", 0);
  }
  const text = await answer.text();
  const type = answer.headers.get("content-type") ?? "";
  const said = text && type.includes("json") ? JSON.parse(text) : text;
  if (!answer.ok) {
    const refusal = typeof said === "object" && said !== null ? said : {};
    throw new Refusal(refusal.sentence ?? `The server answered ${answer.status}.`, answer.status, refusal.rule, refusal.last);
  }
  return said;
}

/** A key that makes a retry of the same request harmless. */
export const freshKey = (): string => crypto.randomUUID();
