import { useEffect, useState } from 'preact/hooks';

/** How long an outcome stays on the screen (milliseconds); it changes nothing that could be missed. */
const toastTime = 8_000;

export interface Said {
  text: string;
  /** Tells two outcomes of the same words apart. */
  at: number;
}

/** What came of the last action, seen and heard. */
export function Toast({ said }: { said: Said | undefined }) {
  const [over, setOver] = useState<number>();
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setOver(said.at), toastTime);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <p class="toast" role="status">
      {said && said.at !== over ? said.text : ''}
    </p>
  );
}
