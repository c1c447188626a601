/** Spanish headings of fields that files of policies and of commissions share. */
export const spanishHeadings = {
  agentNpn: ['NPN del agente', 'Número de productor'],
  agentName: ['Agente', 'Nombre del agente', 'Agente de registro', 'Productor', 'Corredor'],
  policyNumber: ['Número de póliza', 'No. de póliza', 'N.º de póliza', '# de póliza', 'Póliza', 'Número de contrato'],
  insuredName: [
    'Asegurado',
    'Nombre del asegurado',
    'Nombre completo',
    'Nombre y apellido',
    'Nombres y apellidos',
    'Titular',
    'Nombre del titular',
    'Nombre del cliente',
    'Cliente',
    'Nombre del miembro',
  ],
  firstName: ['Nombre', 'Nombres', 'Primer nombre'],
  lastName: ['Apellido', 'Apellidos', 'Apellido del asegurado'],
  members: ['Miembros', 'Número de miembros', 'Cantidad de miembros', 'Asegurados'],
  memberId: ['Número de miembro', 'ID de miembro', 'ID del miembro'],
  birthDate: ['Fecha de nacimiento', 'Fecha nac.', 'Nacimiento'],
} as const satisfies Record<string, readonly string[]>
