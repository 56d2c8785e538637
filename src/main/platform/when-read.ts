/** Tells when the connection of an answer is free again. */

/** The same response; calls `ended` once when its body has been read, was cancelled or broke off. */
export function whenRead(response: Response, ended: () => void): Response {
  if (response.body === null) {
    ended();
    return response;
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  response.body.pipeTo(writable).then(ended, ended);
  return new Response(readable, response);
}
