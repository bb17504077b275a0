// Requests to the server's API: the cookie says who asks.

export const ask = (method, path, body) => fetch(path, {
  method, headers: { "Content-Type": "application/json" }, body: body && JSON.stringify(body),
});
