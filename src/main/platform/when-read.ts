/** Reports when an answer's connection is free again. */

/** Returns the same response. Calls `ended` once when its body has been read, was cancelled or broke off. */
export function whenRead(response: Response, ended: () => void): Response {
  if (response.body === null) {
    ended();
    return response;
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  response.body.pipeTo(writable).then(ended, ended);
  return new Response(readable, response);
}
