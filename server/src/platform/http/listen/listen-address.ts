import { createServer } from 'node:net'
import type { Config, InstallationKind } from '../../config/config.ts'
import { BootFailure, hasCode } from '../../runtime/boot-failure.ts'

type Address = Pick<Config, 'host' | 'port'>

/** Throws a BootFailure when the port is not available. Runs before the rest of the start. */
export async function checkPortIsFree({ host, port }: Address): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject).listen({ host, port, exclusive: true }, resolve)
    })
  } catch (error) {
    throw explainListenError(error, { host, port })
  }
  await new Promise((resolve) => probe.close(resolve))
}

/** Converts a known error of `listen` to a BootFailure; returns any other error unchanged. */
export function explainListenError(error: unknown, { host, port }: Address): unknown {
  if (hasCode(error, 'EADDRINUSE'))
    return new BootFailure(`Port ${port} on ${host} is taken. Stop what uses it, or choose another with PORT=…`)
  if (hasCode(error, 'EACCES'))
    return new BootFailure(`Port ${port} may not be opened by this user. Choose one above 1023 with PORT=…`)
  if (hasCode(error, 'EADDRNOTAVAIL', 'ENOTFOUND'))
    return new BootFailure(`The address ${host} is not one of this machine. Change HOST.`)
  return error
}

type Exposure = Pick<Config, 'host' | 'tls' | 'insecureHttp' | 'publicUrl' | 'trustedProxies'>

/**
 * Warning for a network listener without TLS, or null. Throws a BootFailure for a production installation, unless a TLS
 * proxy is configured (an https PUBLIC_URL and TRUSTED_PROXIES) or INSECURE_HTTP=on accepts the risk.
 */
export function checkExposure(config: Exposure, kind: InstallationKind | null): string | null {
  const { host, tls, insecureHttp, publicUrl, trustedProxies } = config
  if (tls || isLoopback(host)) return null
  const sends = `HOST=${host} without TLS sends passwords and people's data over the network in clear text.`
  const hasProxy = publicUrl.startsWith('https:') && trustedProxies.length > 0
  if (kind !== 'agency' || insecureHttp) return `WARNING: ${sends} Set TLS_CERT and TLS_KEY, or leave HOST out.`
  if (hasProxy) return `WARNING: HOST=${host} without TLS. Let nothing but your TLS proxy reach this port.`
  throw new BootFailure(
    `${sends} Set TLS_CERT and TLS_KEY; or leave HOST out behind a TLS proxy on this machine; or name a TLS proxy on another one in TRUSTED_PROXIES with its address as PUBLIC_URL=https://…; or accept the risk with INSECURE_HTTP=on.`,
  )
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
