/** Texts of the public unsubscribe page by language. */
export const stopWords = {
  en: {
    other: 'Español',
    ask: 'Unsubscribe?',
    who: (agency: string, address: string) => `${agency} has written to ${address}.`,
    stop: 'Unsubscribe',
    stopped: 'You are unsubscribed',
    done: (agency: string, address: string) => `${agency} no longer sends emails to ${address}.`,
    still: 'You still receive messages about your account, such as login codes.',
    again: 'Resubscribe',
    cut: 'This link is incomplete',
    whole:
      'Mail programs sometimes cut off long links. Open the complete link from the email, or reply to unsubscribe.',
  },
  es: {
    other: 'English',
    ask: '¿No recibir más correos?',
    who: (agency: string, address: string) => `${agency} ha escrito a ${address}.`,
    stop: 'No recibir más',
    stopped: 'Ya no recibirá más correos',
    done: (agency: string, address: string) => `${agency} no enviará más correos a ${address}.`,
    still: 'Los mensajes de su cuenta, como los códigos para entrar, seguirán llegando.',
    again: 'Volver a recibir correos',
    cut: 'Este enlace no está completo',
    whole:
      'Algunos programas de correo cortan los enlaces largos. Ábralo otra vez desde el correo, completo, o responda al correo y escriba que no quiere recibir más.',
  },
} as const
