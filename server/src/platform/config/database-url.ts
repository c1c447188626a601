import { isIP } from 'node:net'

/**
 * (A socket may be named without a host, `postgresql://user@/base?host=/run`, which the URL standard does not know.)
 * What is wrong with a DATABASE_URL, as a sentence, or undefined when it may be used. P-69: policies and people never
 * travel over a network in the clear or to an impostor, so anything but this machine needs `sslmode=verify-full`.
 */
export function databaseUrlProblem(text: string, setting = 'DATABASE_URL'): string | undefined {
  const url = URL.parse(text.replace('@/', '@localhost/'))
  if (!url || (url.protocol !== 'postgresql:' && url.protocol !== 'postgres:')) {
    return `${setting} must look like postgresql://user:password@host:5432/database.`
  }
  const hosts = [url.hostname, ...url.searchParams.getAll('host'), ...url.searchParams.getAll('hostaddr')]
  const remote = hosts.flatMap((host) => host.split(',')).filter((host) => host !== '' && !isThisMachine(host))
  if (remote.length === 0 || url.searchParams.get('sslmode') === 'verify-full') return undefined
  return `${setting} leads to another machine (${remote.join(', ')}) without verified TLS. Add ?sslmode=verify-full (and sslrootcert=… for your own authority).`
}

function isThisMachine(host: string): boolean {
  const name = decodeURIComponent(host).replace(/^\[|\]$/g, '')
  if (name.startsWith('/') || name === 'localhost' || name === '::1') return true
  return isIP(name) === 4 && name.startsWith('127.')
}
