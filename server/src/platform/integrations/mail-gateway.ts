import { createTransport } from 'nodemailer'
import type { Gateway, HandOver, Unsubscribe } from './gateway.ts'

/** One address of one person: no list, no display name, nothing that a header could read as more. */
const address = /^[^\s@<>(),;:"\\[\]]{1,64}@[\p{L}\p{N}.-]{1,255}$/u
/** A server that does not answer by then is tried again later. */
const connectMilliseconds = 4_000
/** A server that looks through a message before it accepts it takes its time; asking again meanwhile would send it twice. */
const answerMilliseconds = 60_000

/**
 * Hands mail to the configured SMTP server and to no other. The Message-ID is made of the message's own id, so a mail
 * that went out twice after a crash is recognised as one. Credentials go over TLS only, but to this machine.
 */
export function mailGateway(mail: { url: string; from: string }, publicUrl: string): Gateway {
  const { hostname, username } = new URL(mail.url)
  const transport = createTransport({
    requireTLS: username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname),
    url: mail.url,
    connectionTimeout: connectMilliseconds,
    greetingTimeout: connectMilliseconds,
    dnsTimeout: connectMilliseconds,
    socketTimeout: answerMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = new URL(publicUrl).hostname
  return async ({ id, recipient, subject, text, language, unsubscribe }, signal) => {
    if (!address.test(recipient)) return { refused: 'not an address', forGood: true }
    try {
      await transport.sendMail({
        from: mail.from,
        to: { name: '', address: recipient },
        subject,
        text,
        messageId: `<${id}@${host}>`,
        headers: {
          'auto-submitted': 'auto-generated',
          'content-language': language,
          ...(unsubscribe ? unsubscribeHeaders(unsubscribe, mail.from) : {}),
        },
        xMailer: false,
        signal,
      })
      return 'accepted'
    } catch (error) {
      return refusalOf(error)
    }
  }
}

/**
 * What mail programs offer as 'unsubscribe' (RFC 2369). Where the page can be reached safely they do it by one click (RFC 8058);
 * the mail server signs both headers with the rest (DKIM), which is the agency's to set up.
 */
function unsubscribeHeaders({ page, answers }: Unsubscribe, from: string): Record<string, string> {
  const [own] = /[^\s<>"]+@[^\s<>"]+/.exec(from) ?? []
  const ways = [`<${page}>`, ...(answers && own ? [`<mailto:${own}?subject=unsubscribe>`] : [])]
  return {
    'list-unsubscribe': ways.join(', '),
    ...(page.startsWith('https:') ? { 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' } : {}),
  }
}

/** What the server says of this recipient or this text with 5xx stays so; all else may be over in a while. */
function refusalOf(error: unknown): HandOver {
  const told = (name: string): unknown =>
    error instanceof Error ? Object.getOwnPropertyDescriptor(error, name)?.value : undefined
  const status = Number(told('responseCode') ?? 0)
  return {
    refused: ['smtp', told('code') ?? 'error', status || ''].join(' ').trim(),
    forGood: status >= 500 && (told('command') === 'RCPT TO' || told('command') === 'DATA'),
  }
}
