import 'server-only'

/** What a caller did wrong, as the answer they get. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Added to the body beside `message`. */
    readonly details: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
    this.name = 'Refusal'
  }

  /**
   * Flat `{message, errors}` as versioned interfaces answer, or within `response` as the unversioned ones were
   * seen to (docs/gateway.md#errors).
   */
  answer({ wrapped }: { wrapped: boolean } = { wrapped: false }): Response {
    const body = { message: this.message, ...this.details }
    return json(wrapped ? { response: body } : body, this.status, this.headers)
  }
}

/** A JSON answer that nobody keeps. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}

/** Text as seen on the unversioned interfaces (docs/gateway.md#errors). */
export const notFound = () => new Refusal(404, 'Record not found')
