// A replay that is looked at stays open while it is kept for good. Without this file the page is loaded anew.

async function keep(event) {
  const form = event.target.closest("form.stay");
  if (!form) return;
  event.preventDefault();
  const button = event.submitter;
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form, button) }).catch(() => null);
  if (!answer?.ok) return form.submit.call(withValue(form, button));     // the page that answers says what is wrong
  button.value = button.value === "yes" ? "no" : "yes";
  button.querySelector(".does").textContent = button.dataset[button.value];
}

// What a form that is sent by a script leaves out: the button that was pressed.
function withValue(form, button) {
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: button.name, value: button.value }));
  return form;
}

document.addEventListener("submit", keep);
