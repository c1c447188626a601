import { maskNumbers } from '@coverdesk/domain/fields/mask-numbers.ts'
import type { LogCategory } from '@coverdesk/domain/logs/log-levels.ts'
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import { type LoggerOptions, multistream, pino } from 'pino'

/** Where a log goes when it is not the console. */
export interface LogStream {
  write: (line: string) => void
}

/** Where log lines go: to the console, or `console` in its place, and from Information on to `kept`, the log in the database. */
export interface LogPlaces {
  console?: LogStream | undefined
  kept?: LogStream | undefined
}

/**
 * Logs without personal data (P-66): of a request the pattern of its route, since an address may hold a user name or a
 * code, with the status and the time; never query, headers or bodies. Of an error of PostgreSQL what it is and where it
 * came up, but none of its sentences, which quote the values.
 */
export function logging(level: string, { console, kept }: LogPlaces = {}): Pick<FastifyServerOptions, 'logger'> {
  if (level === 'silent' && !kept) return { logger: false }
  return {
    logger: {
      level: lowest(level, kept),
      hooks: { logMethod: withoutNewsOfRequests(level) },
      ...(kept ? { stream: multistream(streams(level, console, kept)) } : console ? { stream: console } : {}),
      serializers: {
        req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? 'none', id: request.id }),
        res: (reply) => ({ status: reply.statusCode }),
        err: toldOf,
      },
    },
  }
}

/** Notes what happened, as Information: a sentence of ours with counts, never names or values of anybody (P-66). */
export function note(
  log: Pick<FastifyBaseLogger, 'info'>,
  category: LogCategory,
  sentence: string,
  userId?: number | null,
) {
  log.info({ category, userId }, maskNumbers(sentence))
}

/** Notes as a Warning what somebody may have to look into. */
export function warn(
  log: Pick<FastifyBaseLogger, 'warn'>,
  category: LogCategory,
  sentence: string,
  userId?: number | null,
) {
  log.warn({ category, userId }, maskNumbers(sentence))
}

interface Told {
  [name: string]: unknown
  type: string
  message: string
  stack: string
  code?: string
  rule?: string
  cause?: Told
}

/** What the log may hold of an error, and of what caused it. */
export function toldOf(error: Error): Told {
  const told = (name: string): string | undefined => {
    const value: unknown = Object.getOwnPropertyDescriptor(error, name)?.value
    return typeof value === 'string' ? value : undefined
  }
  const code = told('code')
  const rule = told('constraint') ?? told('table')
  const quotesValues = told('severity') !== undefined
  const message = quotesValues ? 'told by the database' : maskNumbers(error.message)
  // The first lines of a stack repeat the message.
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message,
    stack: stack.join('\n'),
    ...(code ? { code } : {}),
    ...(rule ? { rule } : {}),
    ...(error.cause instanceof Error ? { cause: toldOf(error.cause) } : {}),
  }
}

/** The log of what works beside the requests, such as the sending of messages. */
export interface BackgroundLog {
  /** What did not work and is tried again. */
  failed: (category: LogCategory, facts: object, sentence: string) => void
  note: (category: LogCategory, sentence: string) => void
}

export function backgroundLog(level: string, kept?: LogStream): BackgroundLog {
  const settings = { level: lowest(level, kept), serializers: { err: toldOf } }
  const log = kept ? pino(settings, multistream(streams(level, undefined, kept))) : pino(settings)
  return {
    failed: (category, facts, sentence) => log.warn({ category, ...facts }, maskNumbers(sentence)),
    note: (category, sentence) => note(log, category, sentence),
  }
}

/** Each answered request is news at `info` already, which is too much for a console. */
const shown = (level: string) => (level === 'info' ? 'warn' : level)

const order = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/**
 * Fastify tells of each request twice, as Information without a category. Neither the console nor the log keeps that, and
 * making the lines would cost a list a tenth of its time.
 */
function withoutNewsOfRequests(level: string): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  const consoleShowsNews = order.indexOf(shown(level)) <= order.indexOf('info')
  return function (args, method, level) {
    const [facts] = args
    const isNewsOfRequest = level <= 30 && !(typeof facts === 'object' && facts !== null && 'category' in facts)
    if (consoleShowsNews || !isNewsOfRequest) method.apply(this, args)
  }
}

/** What is logged at all: what the console shows, and what is kept. */
function lowest(level: string, kept: LogStream | undefined): string {
  const ofConsole = shown(level)
  return kept && order.indexOf(ofConsole) > order.indexOf('info') ? 'info' : ofConsole
}

function streams(level: string, console: LogStream | undefined, kept: LogStream) {
  const ofConsole = shown(level)
  return [
    ...(ofConsole === 'silent' ? [] : [{ level: ofConsole, stream: console ?? pino.destination(1) }]),
    { level: 'info', stream: kept },
  ]
}
