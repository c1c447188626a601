/**
 * Error in transfer from a worker thread. Structured cloning would drop the SQLSTATE and other fields that decide the
 * response.
 */
export interface ThreadError {
  message: string
  stack: string | undefined
  code: string | undefined
  severity: string | undefined
  constraint: string | undefined
  cause: ThreadError | undefined
}

export function packError(error: unknown): ThreadError {
  const text = (name: string) => {
    const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
    return typeof value === 'string' ? value : undefined
  }
  return {
    message: error instanceof Error ? error.message : String(error),
    stack: text('stack'),
    code: text('code'),
    severity: text('severity'),
    constraint: text('constraint'),
    cause: error instanceof Error && error.cause instanceof Error ? packError(error.cause) : undefined,
  }
}

export function unpackError({ message, stack, cause, ...members }: ThreadError): Error {
  const error = new Error(message, cause ? { cause: unpackError(cause) } : {})
  if (stack !== undefined) error.stack = stack
  for (const [name, value] of Object.entries(members)) if (value !== undefined) Object.assign(error, { [name]: value })
  return error
}
