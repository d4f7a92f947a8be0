import { useEffect, useState } from "preact/hooks";
import { Icon } from "../ui/icon.tsx";

/** Says that the browser is offline, for as long as it is. */
export function OfflineBanner() {
  const [isOffline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const read = () => setOffline(!navigator.onLine);
    window.addEventListener("online", read);
    window.addEventListener("offline", read);
    return () => {
      window.removeEventListener("online", read);
      window.removeEventListener("offline", read);
    };
  }, []);
  if (!isOffline) return null;
  return (
    <p class="offline" role="status">
      <Icon name="wifi-off" />
      You are offline. Pages that you opened stay readable, requests fail.
    </p>
  );
}
