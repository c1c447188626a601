/**
 * A National Producer Number as digits: without the spaces, dashes and commas that people group it with, and the zeros that
 * carriers and spreadsheets put in front of it. Other text stays.
 */
export function plainNpn(text: string): string {
  const digits = text.replace(/(?<=\d)[\s,-](?=\d)/g, '')
  return /^\d+$/.test(digits) ? digits.replace(/^0+(?=\d)/, '') : text
}
