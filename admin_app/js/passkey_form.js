// A form with a passkey: the browser's answer is put into a hidden field, and the form is sent.

import { useEffect, useState } from "react";
import { canUse, created, signed, wrong } from "./passkeys.js";

const ANSWERS = { add: created, use: signed };

export const usePasskeyForm = (path, answers) => {
  const [state, set] = useState("");
  const [can, tell] = useState(false);
  useEffect(() => tell(canUse()), []);
  const begin = async (event) => {
    const { form } = event.currentTarget;
    if (!form.reportValidity()) return;
    set("busy");
    try {
      form.elements.credential.value = JSON.stringify(await ANSWERS[answers](path));
      form.submit();
    } catch (error) { set(wrong(error)); }
  };
  return { can, state, begin };
};
