import { createTransport } from 'nodemailer'
import type { Gateway, HandOver, Unsubscribe } from './gateway.ts'

/** Single address: no list, no display name, no header injection. */
const address = /^[^\s@<>(),;:"\\[\]]{1,64}@[\p{L}\p{N}.-]{1,255}$/u
/** Connection timeout; the message is retried later. */
const connectMilliseconds = 4_000
/** Long response timeout: a server may scan the message first, and a retry in between would send it twice. */
const answerMilliseconds = 60_000

/**
 * Sends mail through the configured SMTP server only. The Message-ID is derived from the message's id, so a mail that was
 * sent twice after a crash is recognized as one. Credentials require TLS, except to localhost.
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
  return async (message, signal) => {
    const { id, recipient, subject, text, language, unsubscribe, replyTo, attachments = [], isPersonal } = message
    if (!address.test(recipient)) return { refused: 'not an address', forGood: true }
    try {
      await transport.sendMail({
        from: mail.from,
        to: { name: '', address: recipient },
        subject,
        text,
        ...(replyTo && address.test(replyTo) ? { replyTo: { name: '', address: replyTo } } : {}),
        attachments: attachments.map(({ name, mediaType, content }) => ({
          filename: name,
          contentType: mediaType,
          content,
        })),
        messageId: `<${id}@${host}>`,
        headers: {
          ...(isPersonal ? {} : { 'auto-submitted': 'auto-generated' }),
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
 * List-Unsubscribe headers (RFC 2369), with one-click (RFC 8058) if the page uses https. The agency's mail server must sign
 * both with DKIM.
 */
function unsubscribeHeaders({ page, answers }: Unsubscribe, from: string): Record<string, string> {
  const [own] = /[^\s<>"]+@[^\s<>"]+/.exec(from) ?? []
  const options = [`<${page}>`, ...(answers && own ? [`<mailto:${own}?subject=unsubscribe>`] : [])]
  return {
    'list-unsubscribe': options.join(', '),
    ...(page.startsWith('https:') ? { 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' } : {}),
  }
}

/** A 5xx for this recipient or text is permanent; everything else is temporary. */
function refusalOf(error: unknown): HandOver {
  const errorField = (name: string): unknown =>
    error instanceof Error ? Object.getOwnPropertyDescriptor(error, name)?.value : undefined
  const status = Number(errorField('responseCode') ?? 0)
  return {
    refused: ['smtp', errorField('code') ?? 'error', status || ''].join(' ').trim(),
    forGood: status >= 500 && (errorField('command') === 'RCPT TO' || errorField('command') === 'DATA'),
  }
}
