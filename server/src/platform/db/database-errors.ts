/** SQLSTATE classes of temporary failures; 08 is a broken or refused connection. */
const unavailableClasses = ['08']

/** Codes of PostgreSQL and of the operating system for which a retry may succeed. */
const unavailableCodes = new Set([
  // Read-only: a standby during a failover.
  '25006',
  '25P03',
  '25P04',
  '40001',
  '40P01',
  '53200',
  '53300',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  // Missing Unix socket: the database is down.
  'ENOENT',
  'ENOTCONN',
  'EPIPE',
  'ETIMEDOUT',
])

/** Messages of the driver and PgBouncer for a lost connection, where the code is missing or depends on the version. */
const unavailableMessages = new RegExp(
  [
    '^Connection terminated',
    '^Client has encountered a connection error and is not queryable',
    '^Client was closed and is not queryable',
    '^Cannot use a pool after calling end on the pool',
    '^Received unexpected \\w+ message from backend',
    '^timeout e(xceeded when trying to connect|xpired)',
    '^server closed the connection',
    '^No server of the database can be used|^Wrong server of the database',
    'server login has been failing|server_login_retry|pgbouncer cannot connect|server conn crashed|query_wait_timeout',
  ].join('|'),
)

/** Disk-full codes of PostgreSQL and of the operating system. */
const diskFullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether the database is unreachable, closed the connection or asks for a retry, directly or through a pooler. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return someCause(error, (cause) => {
    const code = codeOf(cause)
    // PgBouncer reports its own errors as fatal protocol violations; a nonfatal one is a bug of ours.
    if (code === '08P01' && !isFatal(cause)) return unavailableMessages.test(cause.message)
    if (unavailableCodes.has(code) || unavailableClasses.includes(code.length === 5 ? code.slice(0, 2) : ''))
      return true
    return unavailableMessages.test(cause.message)
  })
}

/** Whether the disk of the database or of this server is full. */
export function isDiskFull(error: unknown): boolean {
  return someCause(error, (cause) => diskFullCodes.has(codeOf(cause)))
}

const maxCauses = 5

function someCause(error: unknown, test: (error: Error) => boolean): boolean {
  for (let depth = 0, cause = error; depth < maxCauses && cause instanceof Error; depth++, cause = cause.cause)
    if (test(cause)) return true
  return false
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function isFatal(error: Error): boolean {
  return 'severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC')
}
