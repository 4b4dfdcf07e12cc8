const thisComputer: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a key may be sent to an address: by https, or by plain http to this computer. */
export const mayCarryKey = ({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean =>
  protocol === 'https:' || (protocol === 'http:' && thisComputer.includes(hostname));
