/** Text with a period at its end, but not two: a name may end in 'Jr.' */
export const endSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)
