import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext, type SecureContextOptions, Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import type { TlsFiles } from '../../config/config.ts'
import type { Job } from '../../jobs/start-jobs.ts'
import { BootFailure } from '../../runtime/boot-failure.ts'

/** Certificate and matching private key, as PEM. */
export interface TlsCertificate {
  cert: string
  key: string
}

/** Options of every TLS context. */
export const tlsOptions = ({ cert, key }: TlsCertificate) =>
  ({ cert, key, minVersion: 'TLSv1.2' }) satisfies SecureContextOptions

/** Reads TLS_CERT and TLS_KEY. Throws a BootFailure when one is unreadable or invalid, or they don't match. */
export async function readTlsCertificate(files: TlsFiles, now: Date): Promise<TlsCertificate> {
  const [cert, key] = await Promise.all([readPem('TLS_CERT', files.cert), readPem('TLS_KEY', files.key)])
  const certificate = parse(
    `TLS_CERT: ${files.cert} holds no certificate in PEM form.`,
    () => new X509Certificate(cert),
  )
  const privateKey = parse(`TLS_KEY: ${files.key} holds no private key in PEM form without a password.`, () =>
    createPrivateKey(key),
  )
  checkPair(certificate, privateKey, files, now)
  const pair = { cert, key }
  parse(`TLS_CERT: ${files.cert} cannot be used by TLS 1.2 and newer. Let your authority issue a current one.`, () =>
    createSecureContext(tlsOptions(pair)),
  )
  return pair
}

function checkPair(certificate: X509Certificate, key: KeyObject, files: TlsFiles, now: Date): void {
  if (!certificate.checkPrivateKey(key))
    throw new BootFailure(
      `TLS_CERT and TLS_KEY do not belong together: ${files.key} is not the key of ${files.cert}, whose first certificate must be the server's own.`,
    )
  const day = (time: Date) => time.toISOString().slice(0, 10)
  if (certificate.validToDate < now)
    throw new BootFailure(
      `TLS_CERT: the certificate in ${files.cert} expired on ${day(certificate.validToDate)}. Renew it.`,
    )
  if (certificate.validFromDate > now)
    throw new BootFailure(
      `TLS_CERT: the certificate in ${files.cert} is valid from ${day(certificate.validFromDate)} on. Check the clock of this machine, or use another certificate.`,
    )
}

async function readPem(setting: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new BootFailure(
      `${setting}: ${file} cannot be read (${error instanceof Error && 'code' in error ? error.code : error}). Check the path, and that this user may read it.`,
    )
  }
}

function parse<T>(sentence: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new BootFailure(sentence, { cause })
  }
}

/**
 * Checks for another certificate than `used` every minute and uses it for new connections. An invalid pair is a failure, keeps
 * the current one and is tried again: a renewal may be halfway through its two files, or valid in a moment.
 */
export function tlsCertificateJob(
  app: FastifyInstance,
  files: TlsFiles,
  used: TlsCertificate,
  renewed: () => void,
  everyMs = 60_000,
): Job {
  let current = used
  const run = async () => {
    const [cert, key] = await Promise.all([readPem('TLS_CERT', files.cert), readPem('TLS_KEY', files.key)])
    if (cert === current.cert && key === current.key) return
    const pair = await readTlsCertificate(files, new Date())
    if (app.server instanceof TlsServer) app.server.setSecureContext(tlsOptions(pair))
    current = pair
    renewed()
  }
  const sentence = 'The TLS certificate could not be renewed; the earlier one stays'
  return { name: 'server.renew-tls', everyMs, firstAfterMs: 0, failure: { category: 'Server', sentence }, run }
}
