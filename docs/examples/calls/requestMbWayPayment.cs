// Sends an MB WAY request to the customer's phone. Set BASE_URL, API_KEY, TRANSACTION_ID and PHONE.
// In production PHONE is a person who is asked for money: try it with your own. In a test environment: 910000000.
using System.Net.Http.Headers;
using System.Text;

string Variable(string name) => Environment.GetEnvironmentVariable(name) ?? throw new Exception($"{name} is not set");

using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", Variable("API_KEY"));
var body = $$"""{"transactionId": "{{Variable("TRANSACTION_ID")}}", "phoneNumber": "{{Variable("PHONE")}}"}""";
var content = new StringContent(body, Encoding.UTF8, "application/json");
var response = await client.PostAsync(Variable("BASE_URL") + "/payments/mbway", content);
var answer = await response.Content.ReadAsStringAsync();
if (!response.IsSuccessStatusCode)
{
    Console.Error.WriteLine($"{(int)response.StatusCode} {answer}");
    return 1;
}
Console.WriteLine(answer);
return 0;
