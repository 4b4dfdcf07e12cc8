/** How long this process works at a task (milliseconds of the processor): however much else the machine has to do. */
export async function processorTime(task: () => unknown): Promise<number> {
  const begun = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
