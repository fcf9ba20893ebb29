import { useEffect, useState } from 'react';

/**
 * Why the address is not what is shown. The address follows what is shown at once, and this says why until something
 * else is shown.
 */
export function useAddressProblem<Problem>(
  problem: Problem | undefined,
  shown: string,
  follow: () => void,
): Problem | undefined {
  const [reported, setReported] = useState<{ problem: Problem; shown: string }>();
  useEffect(() => {
    if (problem === undefined) return;
    setReported({ problem, shown });
    follow();
  }, [problem, shown, follow]);
  return reported?.shown === shown ? reported.problem : undefined;
}
