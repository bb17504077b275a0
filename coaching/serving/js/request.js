// Requests to the server's API: the cookie says who asks. A change of a setting, which is short,
// arrives also if the page is left at once.

export const ask = (method, path, body) => fetch(path, {
  method, keepalive: method === "PATCH", headers: { "Content-Type": "application/json" }, body: body && JSON.stringify(body),
});
