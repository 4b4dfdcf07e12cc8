const thisComputer: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an API key may be sent to an address: over https, or over plain http to this computer. */
export const mayCarryKey = ({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean =>
  protocol === 'https:' || (protocol === 'http:' && thisComputer.includes(hostname));
