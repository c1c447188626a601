/** What the public page behind an e-mail's link says, in the language that its reader chose. */
export const stopWords = {
  en: {
    other: 'Español',
    ask: 'Get no more e-mails?',
    who: (agency: string, address: string) => `${agency} has written to ${address}.`,
    stop: 'Stop e-mails',
    stopped: 'You get no more e-mails',
    done: (agency: string, address: string) => `${agency} sends no more e-mails to ${address}.`,
    still: 'Messages that belong to an account of yours, such as codes to log in, still come.',
    again: 'Get e-mails again',
    cut: 'This link is not whole',
    whole:
      'Mail programs sometimes cut a long link off. Open it from the e-mail again, whole, or answer the e-mail and write that you want no more.',
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
