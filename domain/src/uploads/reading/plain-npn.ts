/** A National Producer Number without the zeros that carriers and spreadsheets put in front of it; other text stays. */
export const plainNpn = (text: string): string => (/^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text)
