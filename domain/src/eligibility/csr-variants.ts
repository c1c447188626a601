/** Cost-sharing reductions; a silver plan is then offered as that variant (45 CFR 155.305(g)). */
export const csrVariants = ['CSR73', 'CSR87', 'CSR94', 'LimitedCSR', 'ZeroCSR'] as const
export type CsrVariant = (typeof csrVariants)[number]
