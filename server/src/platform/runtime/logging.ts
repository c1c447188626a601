import { maskNumbers } from '@coverdesk/domain/fields/mask-numbers.ts'
import type { LogCategory } from '@coverdesk/domain/logs/log-words.ts'
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import { type LoggerOptions, multistream, pino } from 'pino'

/** Destination of log lines. */
export interface LogStream {
  write: (line: string) => void
}

/** Destinations: the console (or `console` instead) and, from level info on, the log in the database. */
export interface LogDestinations {
  console?: LogStream | undefined
  stored?: LogStream | undefined
}

/**
 * Log settings without personal data (P-66). A request is logged with its route pattern, status and time, never with its
 * URL, query, headers or body. A PostgreSQL error is logged without its message, which may quote values.
 */
export function logging(
  level: string,
  { console, stored }: LogDestinations = {},
): Pick<FastifyServerOptions, 'logger'> {
  if (level === 'silent' && !stored) return { logger: false }
  return {
    logger: {
      level: lowest(level, stored),
      hooks: { logMethod: dropRequestLines(level) },
      ...(stored ? { stream: multistream(streams(level, console, stored)) } : console ? { stream: console } : {}),
      serializers: {
        req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? 'none', id: request.id }),
        res: (reply) => ({ status: reply.statusCode }),
        err: loggableError,
      },
    },
  }
}

/** Logs an event at level info. The sentence may contain counts, but no names or values (P-66). */
export function note(
  log: Pick<FastifyBaseLogger, 'info'>,
  category: LogCategory,
  sentence: string,
  userId?: number | null,
) {
  log.info({ category, userId }, maskNumbers(sentence))
}

/** Logs a warning that an administrator may need to investigate. */
export function warn(
  log: Pick<FastifyBaseLogger, 'warn'>,
  category: LogCategory,
  sentence: string,
  userId?: number | null,
) {
  log.warn({ category, userId }, maskNumbers(sentence))
}

interface LoggableError {
  [name: string]: unknown
  type: string
  message: string
  stack: string
  code?: string
  rule?: string
  cause?: LoggableError
}

/** Loggable parts of an error and its causes. */
export function loggableError(error: Error): LoggableError {
  const textField = (name: string): string | undefined => {
    const value: unknown = Object.getOwnPropertyDescriptor(error, name)?.value
    return typeof value === 'string' ? value : undefined
  }
  const code = textField('code')
  const rule = textField('constraint') ?? textField('table')
  const quotesValues = textField('severity') !== undefined
  const message = quotesValues ? 'database error' : maskNumbers(error.message)
  // The first lines of a stack repeat the message.
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message,
    stack: stack.join('\n'),
    ...(code ? { code } : {}),
    ...(rule ? { rule } : {}),
    ...(error.cause instanceof Error ? { cause: loggableError(error.cause) } : {}),
  }
}

/** Log of background jobs. */
export interface BackgroundLog {
  /** Logs a failure that will be retried. */
  failed: (category: LogCategory, facts: object, sentence: string) => void
  note: (category: LogCategory, sentence: string) => void
}

export function backgroundLog(level: string, stored?: LogStream): BackgroundLog {
  const settings = { level: lowest(level, stored), serializers: { err: loggableError } }
  const log = stored ? pino(settings, multistream(streams(level, undefined, stored))) : pino(settings)
  return {
    failed: (category, facts, sentence) => log.warn({ category, ...facts }, maskNumbers(sentence)),
    note: (category, sentence) => note(log, category, sentence),
  }
}

/** Console level: `info` has a line for each request, which is too much. */
const consoleLevel = (level: string) => (level === 'info' ? 'warn' : level)

const order = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/**
 * Drops Fastify's two lines per request, which have no category. No destination stores them, and formatting them would cost
 * a list a tenth of its time.
 */
function dropRequestLines(level: string): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  const consoleShowsInfo = order.indexOf(consoleLevel(level)) <= order.indexOf('info')
  return function (args, method, level) {
    const [facts] = args
    const isRequestLine = level <= 30 && !(typeof facts === 'object' && facts !== null && 'category' in facts)
    if (consoleShowsInfo || !isRequestLine) method.apply(this, args)
  }
}

/** Lowest level of all destinations. */
function lowest(level: string, stored: LogStream | undefined): string {
  const ofConsole = consoleLevel(level)
  return stored && order.indexOf(ofConsole) > order.indexOf('info') ? 'info' : ofConsole
}

function streams(level: string, console: LogStream | undefined, stored: LogStream) {
  const ofConsole = consoleLevel(level)
  return [
    ...(ofConsole === 'silent' ? [] : [{ level: ofConsole, stream: console ?? pino.destination(1) }]),
    { level: 'info', stream: stored },
  ]
}
