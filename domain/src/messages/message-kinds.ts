export const messageKinds = [
  'reset-link',
  'second-factor-code',
  'password-changed',
  'email-changed',
  'second-factor-changed',
  'welcome',
  'consent-request',
  'conversation',
  'security-alert',
] as const
export type MessageKind = (typeof messageKinds)[number]

export const messageChannels = ['email', 'sms'] as const
export type MessageChannel = (typeof messageChannels)[number]

export type MessageLanguage = 'en' | 'es'
